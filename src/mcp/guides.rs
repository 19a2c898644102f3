//! The texts of the guide as resources, and its page as a prompt.

use chunk::guide;
use rmcp::model::{GetPromptResult, Prompt, PromptMessage, Resource, ResourceContents, Role};

/// The beginning of the URIs of guides.
const SCHEME: &str = "guide://";

/// The name of the page, which is not one of the topics.
const PAGE: &str = "page";

/// The name of the prompt.
pub(super) const PROMPT: &str = "chunk_guide";

/// Returns one resource for the page, and one for each format and operation.
pub(super) fn resources() -> Vec<Resource> {
    let page = resource(PAGE, "How a CHUNK patch is written, on one page".to_owned());
    let topics = guide::topics().into_iter().filter(|topic| topic != "chunk");
    let topics = topics.map(|topic| resource(&topic, format!("`{topic}` with an example")));
    std::iter::once(page).chain(topics).collect()
}

fn resource(topic: &str, description: String) -> Resource {
    let mut resource = Resource::new(format!("{SCHEME}{topic}"), topic);
    resource.description = Some(description);
    resource.mime_type = Some("text/markdown".to_owned());
    resource
}

/// Returns the text of a resource.
pub(super) fn read(uri: &str) -> Option<ResourceContents> {
    let topic = uri.strip_prefix(SCHEME)?.trim_end_matches('/');
    let text = if topic == PAGE { Some(guide::page().to_owned()) } else { guide::about(topic) };
    Some(ResourceContents::TextResourceContents {
        uri: uri.to_owned(),
        mime_type: Some("text/markdown".to_owned()),
        text: text?,
        meta: None,
    })
}

/// Returns the prompts.
pub(super) fn prompts() -> Vec<Prompt> {
    vec![Prompt::new(PROMPT, Some("How to edit files with apply_patch in CHUNK YAML"), None)]
}

/// Returns the text of the prompt.
pub(super) fn prompt() -> GetPromptResult {
    GetPromptResult::new(vec![PromptMessage::new_text(Role::User, guide::page())])
}
